import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Balance, Organization } from '../../api/shapes.ts';

export type PlanBalance = Balance['balance'][number]['balance'];

export const BALANCE_KEY = 'balance';

export function useBalance({ holderId, organizationId }: Organization): UseQueryResult<PlanBalance[]> {
  return useQuery({
    queryKey: [BALANCE_KEY, organizationId],
    queryFn: async () => {
      const { balance } = await call<Balance>(
        `/v1/holder/${holderId}/organization/${organizationId}/balance`,
      );
      return balance.map((each) => each.balance);
    },
  });
}
