// Identifies the extension: the public key that fixes its id, and the native host it connects to.

/** Public half of the manifest's `key`; the private half was thrown away, nothing is signed with it. */
export const EXTENSION_KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1nR8QVBSRQY6QvBnjO62S2tyzxVCRB5xxTPToDvV77AImJVzeUFaX/DqwqXaYj0AP1mEXyTFIILL7G/UVhIrcRvmfhNjmuUuoM2ZnpzF6uH/1kduqlWUpJI98uT65pYiYXTWxTVg2bxUZ4doDMlT8HL6bFQbnUKUQoRWwFDbv/zKVJb/OhgVfOJpBzapaeH7RLB+eRt8OfV+zco50betrbFo3hVA/j25wAI3kE8CeCVaGoPobF65mWFNeJXshf/GbHljh8lA34tV0iNYfGK2u+6Kt269ENKQZcV1DaXwg8oodwHc160v2qShz4Y1NJ5ptysLxDfyUV6fvNpLRHLrGwIDAQAB";

/** The first 16 bytes of the key's SHA-256, each half byte as a letter from a to p. */
export const EXTENSION_ID = "lhofgoaddomnfejnaldgdpgconbmfeii";

/** The one origin that the native host's manifest allows. */
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}/`;

/** Name of the native messaging host. */
export const NATIVE_HOST = "dev.webserv.host";
