# Builds the product, then keeps only what runs: Node, the bundle, and the packages that the bundle loads by name.
# With a digest the base is always the same one: node:24-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# Not needed: the image has its own Node, the bundle contains the second list of packages, and nothing loads sources, types
# or maps.
RUN cd node_modules \
  && rm -rf node-linux-* .bin/node \
  && rm -rf @conform-to @fastify @hono drizzle-orm hono open-props react-dom signature_pad zod @types \
  && rm -rf better-sqlite3/deps better-sqlite3/src \
  && find better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && find . -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' \) -delete \
  && find . -type d -empty -delete

FROM ${NODE_IMAGE}
# restic sends the backups off the machine, by TLS or SSH.
RUN apt-get update \
  && apt-get install -y --no-install-recommends restic ca-certificates openssh-client \
  && rm -rf /var/lib/apt/lists/*
# Temporary files of SQLite go to the volume, because nothing else may be writable.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
