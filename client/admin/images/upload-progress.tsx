/** How much of a file is sent. */
export const UploadProgress = ({ name, share }: { name: string; share: number }) => (
  <label>
    Uploading <span>{name}</span> <progress max={1} value={share} />
  </label>
)
