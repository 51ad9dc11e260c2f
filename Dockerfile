# The server alone: the packed package on the Node that it is tested with.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/agent-tripwire-*.tgz /tmp/tripwire.tgz
# With the driver for a journal in Postgres, which is optional elsewhere.
RUN npm install -g /tmp/tripwire.tgz pg@8.23.1 && rm /tmp/tripwire.tgz && mkdir /data && chown node /data
# Inside a container every address is reached from outside of it; compose.yaml opens both ports to this machine only.
RUN printf 'host: 0.0.0.0\nadmin_host: 0.0.0.0\nallow_remote: true\n' > /etc/tripwire.yaml
USER node
VOLUME /data
EXPOSE 4180 4181
CMD ["tripwire", "up", "--config", "/etc/tripwire.yaml", "--data", "/data"]
