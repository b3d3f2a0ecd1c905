# Builds the product and leaves only what runs: Node, the bundle, and the packages that the bundle loads by name.
FROM node:24-bookworm-slim AS build
# better-sqlite3 is compiled where its ready-made binary cannot be fetched.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
# From Node 24.19 on, this header has every wrapped object ask for its environment when it is collected. An idle collection
# has none, and the process aborts; better-sqlite3 before 13 is built on it. So it is compiled here, without these calls.
RUN sed -i -E '/^ +(Add|Remove)CleanupHook\(\);$/d' /usr/local/include/node/node_object_wrap.h
RUN npm_config_nodedir=/usr/local npm_config_build_from_source=true npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# Sources of native code, types and maps are never loaded; the packages in the second list are inside dist/server.js.
RUN cd node_modules \
  && rm -rf better-sqlite3/deps better-sqlite3/src \
  && find better-sqlite3/build -type f ! -name better_sqlite3.node -delete \
  && rm -rf @conform-to @hono drizzle-orm hono open-props react-dom signature_pad zod @types \
  && find . -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' \) -delete \
  && find . -type d -empty -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
