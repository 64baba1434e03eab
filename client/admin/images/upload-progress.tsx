/** How much of a file is sent. */
export const UploadProgress = ({ name, share }: { name: string; share: number }) => (
  <label>
    Uploading {name} <progress max={1} value={share} />
  </label>
)
