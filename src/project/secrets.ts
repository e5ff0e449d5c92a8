// Which names are secrets: environment files, private keys, credential stores. Such a file is never searched unless
// the user names it by its exact path. A file with another name that holds a private key is caught by its content.

const SECRET_NAMES = new Set(
  `.netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .pgpass .my.cnf .mylogin.cnf .htpasswd .dockercfg .boto
  .s3cfg .s3cmd .vault-token .terraformrc terraform.rc .databrickscfg credentials.json credentials.yml credentials.yaml
  credentials.toml client_secret.json secrets.json secrets.yml secrets.yaml secrets.toml secret.json secret.yml
  secret.yaml master.key kubeconfig id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk
  wp-config.php.bak env.local .flaskenv .dev.vars local.settings.json .secrets .vault_pass .sentryclirc`.split(/\s+/),
);

const SECRET_PATTERNS: readonly RegExp[] = [
  /^\.env/i,
  /^[^.].*\.env$/i,
  /\.env\.local$/i,
  /\.(?:pem|key|p12|pfx|p8|jks|bks|keystore|truststore|kdbx?|ppk|pkcs12|gpg|pgp|ovpn|agekey|tfstate|keytab|secrets?)$/i,
  /\.tfstate\.backup$/i,
  /\.tfvars(?:\.json)?$/i,
  /^(?:service[-_]?account|gcp[-_]key|gcloud[-_]key|firebase[-_]adminsdk).*\.json$/i,
  /^client_secret.*\.json$/i,
  /^.*[._-]credentials?\.(?:json|ya?ml|toml)$/i,
  /-firebase-adminsdk-.*\.json$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)[._-].*(?<!\.pub)$/i,
];

/** Templates that hold names and no values. */
const TEMPLATE = /[._-](?:example|sample|template|tmpl|dist|defaults?|schema)(?:\.[a-z0-9]+)?$/i;

/** Files that are secrets only in a folder of this name. */
const SECRET_IN_FOLDER = new Map<string, ReadonlySet<string>>([
  [".aws", new Set(["credentials", "config"])],
  [".docker", new Set(["config.json"])],
  [".kube", new Set(["config"])],
  [".ssh", new Set(["config", "known_hosts", "authorized_keys"])],
  [".azure", new Set(["accessTokens.json", "azureProfile.json", "msal_token_cache.json"])],
  [".gnupg", new Set(["secring.gpg", "trustdb.gpg"])],
  [".cargo", new Set(["credentials", "credentials.toml"])],
  [".gem", new Set(["credentials"])],
  ["gh", new Set(["hosts.yml"])],
  ["gcloud", new Set(["credentials.db", "access_tokens.db", "application_default_credentials.json"])],
]);

/** Composer's tokens, and others'; in a folder of translations it has the texts of a page. */
const TOKENS = "auth.json";
const TRANSLATIONS = /^(?:locales?|i18n|l10n|lang(?:uage)?s?|translations?|messages|schemas?)$/i;
const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** `pt-BR`, `de`, `locales`. */
const isOfTranslations = (folder: string): boolean =>
  TRANSLATIONS.test(folder) ||
  (/^[a-z]{2}(?:[_-][a-z]{2,4})?$/i.test(folder) && LANGUAGES.of(folder.slice(0, 2).toLowerCase()) !== undefined);

/** Whether a file is a secret by its name, `folder` being the name of the folder it is in. */
export function isSecretName(name: string, folder: string): boolean {
  if (SECRET_IN_FOLDER.get(folder)?.has(name) === true) return true;
  if (SECRET_NAMES.has(name) || SECRET_NAMES.has(name.toLowerCase())) return true;
  if (name.toLowerCase() === TOKENS) return !isOfTranslations(folder);
  if (TEMPLATE.test(name)) return false;
  return SECRET_PATTERNS.some((pattern) => pattern.test(name));
}
