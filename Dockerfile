# An image with the command trackproof, for computers without Swift:
#
#     docker build -t trackproof .
#     docker run --rm -v "$PWD:/data" trackproof plan audit archive
#
# CONTRIBUTING.md says which steps of this file were tried without Docker.

FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
# The program contains the libraries of Swift, so the second image does not need Swift.
RUN scripts/setup.sh && \
    swift build -c release --package-path Tool --scratch-path .build-release --disable-build-manifest-caching \
        --static-swift-stdlib -Xlinker -s --product trackproof && \
    cp .build-release/release/trackproof /usr/local/bin/

FROM debian:bookworm-slim
# `--report slack` needs curl and certificates. `plan diff --against` needs git.
RUN apt-get update && \
    apt-get install -y --no-install-recommends ca-certificates curl git && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/trackproof /usr/local/bin/
WORKDIR /data
ENTRYPOINT ["trackproof"]
