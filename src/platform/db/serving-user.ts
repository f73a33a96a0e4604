// Where the tables' owner and the serving user are two, the owner lets the other enter the application role, and only it.
import { withClient } from './client.ts';

export async function admitServingUser(migrationUrl: string, servingUrl: string): Promise<void> {
  if (migrationUrl === servingUrl) {
    return;
  }
  const user = await withClient(servingUrl, 'migrate', async (client) => {
    const { rows } = await client.query<{ user: string; admitted: boolean }>(
      `select current_user as user, pg_has_role(current_user, 'farol_app', 'set') as admitted`,
    );
    return rows[0]?.admitted === true ? null : (rows[0]?.user ?? null);
  });
  if (user !== null) {
    await withClient(migrationUrl, 'migrate', (client) =>
      client.query(`grant farol_app to ${client.escapeIdentifier(user)} with inherit false, set true`),
    );
  }
}
