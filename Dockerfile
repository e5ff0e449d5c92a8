# An image with git and context-broker, for CI: `docker build -t context-broker .`, then `docker run --rm -v "$PWD:/project" context-broker review --base origin/main`.
FROM node:22-bookworm AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
RUN npm pack --ignore-scripts --pack-destination /tmp
RUN npm install --global --ignore-scripts --no-audit --no-fund --prefix /opt/context-broker /tmp/context-broker-*.tgz

FROM node:22-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
# The project is mounted and belongs to another user.
RUN git config --system --add safe.directory '*'
COPY --from=build /opt/context-broker /opt/context-broker
ENV PATH=/opt/context-broker/bin:$PATH
# A user that is chosen with `docker run --user` has no home.
RUN mkdir -p -m 1777 /var/lib/context-broker
ENV CONTEXT_BROKER_CACHE_FOLDER=/var/lib/context-broker/cache
ENV CONTEXT_BROKER_DATA_FOLDER=/var/lib/context-broker/data
# A container ends with its command.
ENV CONTEXT_BROKER_DAEMON=off
WORKDIR /project
ENTRYPOINT ["context-broker"]
CMD ["--help"]
