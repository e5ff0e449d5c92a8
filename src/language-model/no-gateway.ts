// In place of `@ai-sdk/gateway`, which the `ai` SDK asks where it is given a name instead of a provider's model: a service of its maker. It is given a
// provider's model always, so neither that service nor its 100 KB are in the package.

class Absent extends Error {
  static isInstance(): boolean {
    return false;
  }
}

const absent = (): never => {
  throw new Error("no gateway is part of this program");
};

export { Absent as GatewayAuthenticationError, Absent as GatewayError, absent as createGateway, absent as gateway };
