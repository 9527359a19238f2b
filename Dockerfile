# An image of OME Matrix:  docker build --tag ome-matrix .
#
# It has not been built where the project is tested: there is no container engine there. What is tested instead
# (apps/bff/test/deploy.test.ts): every file that is copied exists, every package of the workspace is among them, and the settings are
# ones that the program knows. Its commands, run on these files alone, give a page that works.

# The same in both stages. Any Debian with Node 20.20 or newer does; a digest instead of the tag makes it reproducible.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
# First what says which dependencies there are, so that their layer lasts until they change. The lock file is followed to the letter.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc tsconfig.base.json ./
COPY scripts/install.mjs scripts/build.mjs scripts/
COPY apps/bff/package.json apps/bff/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/matcher/package.json packages/matcher/
COPY packages/mock-cluster/package.json packages/mock-cluster/
RUN node -e "import('./scripts/install.mjs').then(({ install }) => install())"
COPY apps apps
COPY packages packages
RUN node scripts/build.mjs

FROM ${NODE_IMAGE}
WORKDIR /ome-matrix
# Two bundles and the manifests of the demo; nothing of node_modules is needed.
COPY --from=build /source/apps/bff/package.json apps/bff/package.json
COPY --from=build /source/apps/bff/dist/main.js apps/bff/dist/main.js
COPY --from=build /source/apps/web/dist apps/web/dist
COPY --from=build /source/packages/mock-cluster/demo packages/mock-cluster/demo
# Only the container's own network reaches it, so it listens on all of it. The Host header is checked all the same (--allowed-host).
# Threads share what they free: a tenth less memory under load (docs/performance.md).
ENV NODE_ENV=production OME_MATRIX_HOST=0.0.0.0 MALLOC_ARENA_MAX=1
# By number, so that a cluster can tell that it is not root. Nothing is ever written.
USER 1000:1000
EXPOSE 7300
ENTRYPOINT ["node", "apps/bff/dist/main.js"]
