import { Option } from 'commander';
import type { Command } from 'commander';
import * as plans from '../../features/plans/index.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/http/caller.ts';
import type { Answer, Row } from '../output.ts';
import { parseFeatures, parseId, parseName, parseSwitch, verb } from './arguments.ts';
import { found, wrongUsage } from './faults.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';
import { addSubscriptionCommands } from './subscription.ts';

type Change = Parameters<typeof plans.changePlan>[2];
const NO_CHANGE: Change = { name: null, features: null, visible: null, disabled: null };

function toRow(plan: plans.PlanRow): Row {
  return {
    id: Number(plan.id),
    name: plan.name,
    type: plan.type_plan,
    features: plan.features,
    visible: plan.is_visible,
    createdAt: plan.created_at,
    disabledAt: plan.disabled_at,
  };
}

async function changePlan(tx: Transaction, id: number, change: Partial<Change>): Promise<Answer> {
  return { rows: toRow(found(await plans.changePlan(tx, id, { ...NO_CHANGE, ...change }), `plan ${id}`)) };
}

function addCreation(plan: Command, open: OpenOperator): void {
  verb(plan, 'create', 'make a plan')
    .requiredOption('--name <text>', 'its name', parseName)
    .addOption(new Option('--type <type>', 'its type').choices(plans.PLAN_TYPES).makeOptionMandatory())
    .requiredOption('--features <list>', 'what it includes, separated by commas', parseFeatures)
    .action((wanted: { name: string; type: plans.PlanType; features: Feature[] }, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const { name, type: typePlan, features } = wanted;
        return { rows: toRow(await plans.createPlan(tx, { name, typePlan, features })) };
      }),
    );
}

function addChange(plan: Command, open: OpenOperator): void {
  verb(plan, 'change', 'change the name, the features or the visibility of a plan')
    .argument('<id>', 'the plan', parseId)
    .option('--name <text>', 'its new name', parseName)
    .option('--features <list>', 'all that it includes from now on', parseFeatures)
    .option('--visible <on|off>', 'whether it is shown', parseSwitch)
    .action(
      (id: number, wanted: { name?: string; features?: Feature[]; visible?: boolean }, command: Command) => {
        const { name = null, features = null, visible = null } = wanted;
        if (name === null && features === null && visible === null) {
          throw wrongUsage('Nothing to change: give --name, --features or --visible.');
        }
        return actInTransaction(command, open, (tx) => changePlan(tx, id, { name, features, visible }));
      },
    );
}

export function addPlanCommands(program: Command, open: OpenOperator): void {
  const plan = program.command('plan').description('plans, and the subscriptions of organizations to them');
  addCreation(plan, open);
  verb(plan, 'list', 'list all plans').action((_options: object, command: Command) =>
    actInTransaction(command, open, async (tx) => ({ rows: (await plans.listPlans(tx)).map(toRow) })),
  );
  addChange(plan, open);
  verb(plan, 'disable', 'take a plan away from all who have it')
    .argument('<id>', 'the plan', parseId)
    .action((id: number, _options: object, command: Command) =>
      actInTransaction(command, open, (tx) => changePlan(tx, id, { disabled: true })),
    );
  verb(plan, 'enable', 'give a disabled plan back')
    .argument('<id>', 'the plan', parseId)
    .action((id: number, _options: object, command: Command) =>
      actInTransaction(command, open, (tx) => changePlan(tx, id, { disabled: false })),
    );
  addSubscriptionCommands(plan, open);
}
