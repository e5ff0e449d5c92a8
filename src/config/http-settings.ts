// The settings of a server that listens. A project's file cannot set them: a clone must not decide who may reach this machine.
import { optionalFile, optionalWord, texts, toggle, whole, word } from "./setting.ts";

export const HTTP_SETTINGS = {
  host: word({
    doc: "The address that `serve --http` listens on. Anything but loopback needs `tls_cert` and `tls_key`, or `allow_plain_http`.",
    default: "127.0.0.1",
  }),
  port: whole({ doc: "The port that `serve --http` listens on; 0: any free one.", default: 7431, min: 0, max: 65_535 }),
  host_names: texts({
    doc: "Further names by which clients reach the server, such as `mcp.example.org`. A request whose `Host` is another name is refused.",
    placeholder: "NAME",
    default: [],
  }),
  http_token_file: optionalFile({
    doc: "File with the token that each HTTP request must bring: 32 characters or more, readable by its owner only. It is generated if it does not exist.",
    default: null,
    defaultDoc: "`http-token` in the data folder",
  }),
  tls_cert: optionalFile({ doc: "Certificate for HTTPS, a PEM file with its chain.", default: null }),
  tls_key: optionalFile({ doc: "Private key of `tls_cert`, a PEM file.", default: null }),
  allow_plain_http: toggle({
    doc: "Listen without TLS on an address that is not loopback, for example behind a proxy that does TLS.",
    default: false,
  }),
  oauth_issuer: optionalWord({
    doc: "Issuer of OAuth access tokens (its `https` URL), which `serve --http` then accepts beside its own token.",
    default: null,
  }),
  oauth_audience: optionalWord({
    doc: "The audience that an access token must name: this server's public URL with `/mcp`. Required with `oauth_issuer`.",
    default: null,
  }),
} as const;

/** Their keys, in the order of the help. */
export const OF_HTTP = Object.keys(HTTP_SETTINGS) as readonly (keyof typeof HTTP_SETTINGS)[];
