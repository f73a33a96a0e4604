import type { Command } from 'commander';
import * as organizations from '../../features/organizations/index.ts';
import * as plans from '../../features/plans/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Row } from '../output.ts';
import { parseId, parseUnits, verb } from './arguments.ts';
import { found, notFound, wrongUsage } from './faults.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';

type Pair = { organization: number; plan: number };

function toRow(subscription: plans.SubscriptionRow, planName: string): Row {
  const granted = Number(subscription.granted);
  const consumed = Number(subscription.consumed);
  return {
    organizationId: Number(subscription.organization_id),
    planId: Number(subscription.plan_id),
    planName,
    granted,
    consumed,
    available: granted - consumed,
    endedAt: subscription.ended_at,
  };
}

async function requireBoth(tx: Transaction, { organization, plan }: Pair): Promise<plans.PlanRow> {
  found(await organizations.findOrganization(tx, organization), `organization ${organization}`);
  return found(await plans.findPlan(tx, plan), `plan ${plan}`);
}

function addPair(command: Command): Command {
  return command
    .requiredOption('--organization <id>', 'the organization', parseId)
    .requiredOption('--plan <id>', 'the plan', parseId);
}

export function addSubscriptionCommands(plan: Command, open: OpenOperator): void {
  addPair(verb(plan, 'grant', 'give an organization units of a plan, subscribing it when it is not'))
    .requiredOption('--units <number>', 'how many to add', parseUnits)
    .action((wanted: Pair & { units: number }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const { name } = await requireBoth(tx, wanted);
        const { organization: organizationId, plan: planId, units } = wanted;
        const subscription = await plans.grantUnits(tx, { organizationId, planId, units });
        // Answers carry the balance as a JSON number, which is exact only so far.
        if (!Number.isSafeInteger(Number(subscription.granted))) {
          throw wrongUsage(
            `The subscription would have more than ${Number.MAX_SAFE_INTEGER} units; nothing was added.`,
          );
        }
        return { rows: toRow(subscription, name) };
      }),
    );
  addPair(verb(plan, 'end', 'end the subscription of an organization to a plan')).action(
    (wanted: Pair, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        await requireBoth(tx, wanted);
        const { organization: organizationId, plan: planId } = wanted;
        if (!(await plans.endSubscription(tx, organizationId, planId))) {
          throw notFound(`Organization ${organizationId} has no running subscription to plan ${planId}.`);
        }
        return { rows: { organizationId, planId, ended: true } };
      }),
  );
  verb(plan, 'subscriptions', 'list the subscriptions of an organization, ended ones too')
    .requiredOption('--organization <id>', 'the organization', parseId)
    .action(({ organization }: { organization: number }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        found(await organizations.findOrganization(tx, organization), `organization ${organization}`);
        const names = new Map((await plans.listPlans(tx)).map(({ id, name }) => [id, name]));
        const subscriptions = await plans.listSubscriptions(tx, organization);
        return { rows: subscriptions.map((row) => toRow(row, names.get(row.plan_id) ?? '')) };
      }),
    );
}
