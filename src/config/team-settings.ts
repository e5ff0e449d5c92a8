// The settings of a team's shared index. A project's file cannot set them: a clone must not decide what leaves this machine, and where to.
import { choice, optionalFile, table, texts, toggle } from "./setting.ts";

export const TEAM_SETTINGS = {
  index_backend: choice({
    doc: "Where the vectors of the projects in `index_tenants` are: `embedded` (on this machine) or `weaviate` (a team's server at `index_endpoints`).",
    choices: ["embedded", "weaviate"],
    default: "embedded",
  }),
  index_endpoints: texts({
    doc: "Addresses of the team's server, each node of it: `https://weaviate.example.org`, or `http://127.0.0.1:8080?grpc=50051` with another gRPC port. If one does not answer, the next is asked.",
    placeholder: "URL",
    default: [],
  }),
  index_tenants: table({
    doc: "The projects that the team's server has, each with its tenant there, for example `~/code/shop=shop`. Nothing of another project is sent to the server.",
    placeholder: "FOLDER=TENANT",
    names: /^(~?\/|[A-Za-z]:[\\/])[^\0]{0,4095}$/,
    example: "/home/ada/shop",
    values: { form: /^[A-Za-z0-9_-]{1,64}$/, expected: "tenants of letters, digits, - and _, 64 at most" },
    default: {},
  }),
  index_key_file: optionalFile({
    doc: "File with the API key of the team's server, readable by its owner only.",
    default: null,
  }),
  index_allow_http: toggle({
    doc: "Send the API key to a server on another machine without TLS, for example in a private network.",
    default: false,
  }),
} as const;
