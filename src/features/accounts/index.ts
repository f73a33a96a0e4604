// What the rest of the program may use of accounts.
export { createAccessTokens } from './access-tokens.ts';
export type { AccessTokens } from './access-tokens.ts';
export { createAuthenticator } from './authenticator.ts';
export type { RememberingAuthenticator } from './authenticator.ts';
export { addConsoleSessionRoutes } from './console-session-routes.ts';
export type { ConsoleStart } from './console-session-schemas.ts';
export { createPasswords, requireGoodPassword } from './passwords.ts';
export { addAccountRoutes } from './routes.ts';
export { foldName } from './rules.ts';
export { createAccountService } from './service.ts';
export { listAllServiceTokens } from './service-token-store.ts';
export type { ServiceTokenListing } from './service-token-store.ts';
export { createServiceToken, groupTokenCreates, revokeServiceToken } from './service-tokens.ts';
export { hasSigningKey, listAllSigningKeys, retireSigningKeysBefore } from './signing-key-store.ts';
export { loadSigningKeys, openSigningKeys, rotateSigningKey } from './signing-keys.ts';
export type { SigningKeys } from './signing-keys.ts';
export { changePasswordHash, removePastAddresses, removePastSessions, revokeAllSessions } from './store.ts';
export * from './user-store.ts';
