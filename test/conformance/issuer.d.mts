export interface OpenedIssuer {
  readonly issuer: string;
  sign(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  forged(): Promise<Readonly<Record<string, string>>>;
  close(): void;
}

export function openIssuer(audience: string): Promise<OpenedIssuer>;
