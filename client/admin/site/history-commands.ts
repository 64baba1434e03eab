/** The commands of docs/operators.md that move content into a repository; a test compares them. */
export const fromVolumes = `docker compose exec -T site bun run --silent backup --to=- > before-moving.tar.gz
docker compose down
docker compose -f compose.site.yaml build
docker run --rm -v palletry_content:/old/content:ro -v palletry_storage:/old/storage:ro -v palletry_site:/site palletry sh -c '
  mkdir -p /site/storage && cp -a /old/content /site/ && cp -a /old/storage/public /site/storage/ && cd /site &&
  echo storage/private/ > .gitignore && git init -q -b main && git add --all &&
  git -c user.name=Site -c user.email=site@localhost commit -q -m "The site so far"'
docker compose -f compose.site.yaml up -d`

export const fromCheckout = `bun run init ../my-site && rm -r ../my-site/content ../my-site/storage/public
cp -r content ../my-site/ && cp -r storage/public storage/private ../my-site/storage/
git -C ../my-site add --all && git -C ../my-site commit -m 'My content'`
