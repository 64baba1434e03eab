FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
RUN bun install --frozen-lockfile
COPY client client
COPY server server
# The build cannot ask git: the folder .git is not in the image.
ARG REVISION=unknown
RUN REVISION=$REVISION bun run build

FROM oven/bun:1.4.5
ARG VERSION=0.2.0 REVISION=unknown CREATED
LABEL org.opencontainers.image.title="Palletry" \
  org.opencontainers.image.description="The website of an ERP vendor for small food businesses, as one Bun process" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.created="$CREATED" \
  org.opencontainers.image.base.name="docker.io/oven/bun:1.4.5"
WORKDIR /app
ENV NODE_ENV=production
# The memory that the garbage collector assumes: it collects earlier, and a process under load is a third smaller
# at the same speed. Not a limit. The same as in `bun run serve`.
ENV BUN_JSC_forceRAMSize=250000000
# During garbage collection the site gets half of the time instead of an eighth; with 10,000 posts, saves took three times as long.
ENV BUN_JSC_minimumMutatorUtilization=0.5
COPY package.json bun.lock bunfig.toml tsconfig.json ./
# The compiler is a peer dependency of Elysia and unused at run time.
RUN bun install --frozen-lockfile --production \
  && rm -rf /root/.bun/install/cache node_modules/typescript node_modules/@typescript
# git for content that is in a checkout; ssh and certificates for GIT_PUSH; age for encrypted backups.
RUN apt-get update && apt-get install -y --no-install-recommends git openssh-client ca-certificates age \
  && rm -rf /var/lib/apt/lists/*
COPY client client
COPY server server
COPY --from=build /app/client/dist client/dist
# Owned by the user of the process, because empty named volumes are filled from here with this owner.
COPY --chown=bun:bun content content
COPY --chown=bun:bun storage/public storage/public
# /app/private is for PRIVATE_DIR, and /site for the clone of GIT_REMOTE: an empty volume takes its owner from here.
RUN mkdir -p storage/private private /site && chown bun:bun storage storage/private private /site && chmod 700 storage/private private
USER bun
EXPOSE 3000
VOLUME ["/app/content", "/app/storage"]
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`)).ok ? 0 : 1)"]
# No shell or package runner, so that SIGTERM reaches the process.
CMD ["bun", "server/main.ts"]
