// An import in a process of its own, to be killed.
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { followOrder, readOrder } from './import-order.ts';

endWithParent(async () => process.exit(1));
reportReady();
await followOrder(readOrder());
process.exit();
