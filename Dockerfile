# syntax=docker/dockerfile:1
# One image for every process of the Procfile; the command chooses.
FROM node:24-bookworm-slim AS base
WORKDIR /app
# The optional packages are the embedded PostgreSQL and the compiler, which the image leaves out.
ENV NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false NPM_CONFIG_UPDATE_NOTIFIER=false

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/console/package.json packages/console/
# The optional packages are also what compiles, for this processor.
RUN npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY api api
COPY workers workers
COPY shared shared
COPY packages packages
COPY sandbox-provider sandbox-provider
COPY scripts scripts
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/console/package.json packages/console/
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM base AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3001
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
# The sources carry what is not compiled: migrations, the OpenAPI document, the docs page.
COPY api api
COPY shared shared
# The guides.
COPY docs docs
COPY --from=build /app/dist dist
COPY --from=build /app/packages/console/dist packages/console/dist
RUN chmod +x dist/packages/cli/main.js && ln -s /app/dist/packages/cli/main.js /usr/local/bin/ledgerline
USER node
EXPOSE 3000
# For `web`; docker-compose.yml asks the workers on WORKER_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/api/main.js"]
