// Parses the addresses of a team's server: `https://weaviate.example.org`, `http://127.0.0.1:8080?grpc=50051`.
import { isLoopback } from "../system/loopback.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface Endpoint {
  readonly host: string;
  /** `port` of the HTTP interface, `grpcPort` of the gRPC interface. */
  readonly port: number;
  readonly grpcPort: number;
  readonly secure: boolean;
}

const GRPC_PORT = 50_051;
const HTTPS_PORT = 443;
const HTTP_PORT = 8_080;

export const nameOf = ({ host, port }: Endpoint): string => `${host}:${port}`;

/**
 * Throws INVALID_SETTING for anything else, and for `http` to another machine unless `allowHttp`: anybody on the network could read the API
 * key.
 */
export function parseEndpoint(text: string, allowHttp: boolean): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "") {
    throw invalid(text, "it is no address", "write it as https://HOST or http://127.0.0.1:8080");
  }
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    throw invalid(text.replace(/\/\/[^@]*@/, "//…@"), "it contains a password", "put the API key into index_key_file");
  }
  const secure = url.protocol === "https:";
  if (!secure && !allowHttp && !isLoopback(url.hostname)) {
    throw invalid(text, "without TLS the API key could be read on the way", "write https://, or set index_allow_http");
  }
  const port = url.port === "" ? (secure ? HTTPS_PORT : HTTP_PORT) : Number(url.port);
  const grpc = url.searchParams.get("grpc");
  const grpcPort = grpc === null ? (secure ? HTTPS_PORT : GRPC_PORT) : Number(grpc);
  if (!Number.isInteger(grpcPort) || grpcPort < 1 || grpcPort > 65_535) {
    throw invalid(text, `${grpc} is no port`, "write the gRPC port as ?grpc=50051");
  }
  return { host: url.hostname, port, grpcPort, secure };
}

const invalid = (text: string, why: string, hint: string): Failure =>
  new Failure("INVALID_SETTING", `index_endpoints: ${text}: ${why}`, { hint });
