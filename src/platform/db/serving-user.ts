// Where the tables' owner and the serving user are two, the owner lets the other enter the roles that serve, and only them.
import { withClient } from './client.ts';

const SERVING_ROLES = [
  'farol_app',
  'farol_sequencer',
  'farol_jobs',
  'farol_merger',
  'farol_sender',
  'farol_overseer',
] as const;

export async function admitServingUser(migrationUrl: string, servingUrl: string): Promise<void> {
  if (migrationUrl === servingUrl) {
    return;
  }
  const lacking = await withClient(servingUrl, 'migrate', async (client) => {
    const { rows } = await client.query<{ user: string; role: string }>(
      `select current_user as user, wanted.role
       from unnest($1::text[]) as wanted (role)
       where not pg_has_role(current_user, wanted.role, 'set')`,
      [SERVING_ROLES],
    );
    return rows;
  });
  await withClient(migrationUrl, 'migrate', async (client) => {
    for (const { user, role } of lacking) {
      await client.query(
        `grant ${client.escapeIdentifier(role)} to ${client.escapeIdentifier(user)} with inherit false, set true`,
      );
    }
  });
}
