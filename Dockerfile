# The steps of README.md, "Install and run", on Debian. Images are named by version; whoever builds for others adds the digest
# that their registry tells them (`docker buildx imagetools inspect debian:13.1`), which could not be looked up where this was
# written. Nor has an engine built it there.
FROM debian:13.1 AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev nodejs npm rustup \
 && rustup default 1.95.0
WORKDIR /cydonia
COPY . .
RUN cargo build --profile dist --locked

FROM debian:13.1-slim
# Whom to trust of push services.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --create-home cydonia && install -d -o cydonia /data
COPY --from=build /cydonia/target/dist/cydonia /usr/local/bin/
USER cydonia
# Where it is by itself what it keeps its data in, unless it is told another place: the folder `data` of the one it runs in.
WORKDIR /
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["cydonia"]
