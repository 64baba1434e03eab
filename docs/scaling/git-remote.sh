# Serves the bare repository that the replicas of compose.scale.yaml follow, at http://site:PASSWORD@remote/site.git in their private network.
# GIT_PASSWORD: who knows it may read and push. Without one, git's daemon serves everybody: for tests.
# The first start creates it from the content of the image. GIT_ROOT: its volume. APP: the folder that has content and storage.
set -eu
GIT_ROOT=${GIT_ROOT:-/site}
APP=${APP:-/app}

if [ ! -d "$GIT_ROOT/site.git" ]; then
  new="$GIT_ROOT/new.git"
  rm -rf "$new"
  git init -q --bare -b main "$new"
  # Beside the folders, which may be read-only.
  index=$(mktemp -d)
  run() { GIT_DIR="$new" GIT_WORK_TREE="$APP" GIT_INDEX_FILE="$index/index" git -C "$APP" -c core.bare=false "$@"; }
  run add -f content storage/public ':(exclude)storage/public/.derived' ':(exclude)storage/public/cards'
  run -c user.name=Palletry -c user.email=site@localhost commit -q -m 'The content of the image'
  rm -r "$index"
  mv "$new" "$GIT_ROOT/site.git"
fi
if [ -n "${GIT_PASSWORD:-}" ]; then
  git config --file "$GIT_ROOT/site.git/config" http.receivepack true
  exec bun "$(dirname "$0")/git-http.ts"
fi
# Not `git daemon`, which would not pass SIGTERM on.
exec "$(git --exec-path)/git-daemon" --reuseaddr --export-all --enable=receive-pack --base-path="$GIT_ROOT" ${GIT_DAEMON_FLAGS:-}
