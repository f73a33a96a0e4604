// What operators looked at and did, on record for good.
import type { Transaction } from '../../platform/db/database.ts';

export async function recordAct(
  tx: Transaction,
  act: { userId: number; action: string; subject: string },
): Promise<void> {
  await tx.query(`insert into operator_acts (user_id, action, subject) values ($1, $2, $3)`, [
    act.userId,
    act.action,
    act.subject,
  ]);
}

export type ActRow = { id: string; at: Date; username: string; action: string; subject: string };

export function listActs(tx: Transaction, limit: number): Promise<ActRow[]> {
  return tx.query<ActRow>(
    `select a.id::text, a.at, u.username, a.action, a.subject
     from operator_acts a join users u on u.id = a.user_id
     order by a.id desc limit $1`,
    [limit],
  );
}
