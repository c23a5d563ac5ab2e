import type { FiguresRange } from '@noek/contract/admin/figures';
import { figuresRanges } from '@noek/contract/admin/limits';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { FiguresScreen } from '../../../features/admin/figures/figures-screen.tsx';
import { refuseGuests } from '../-guest-access.ts';

type Search = { range?: FiguresRange };

const isRange = (range: unknown): range is FiguresRange => (figuresRanges as readonly unknown[]).includes(range);

export const Route = createFileRoute('/admin/figures')({
  validateSearch: ({ range }: Record<string, unknown>): Search => (isRange(range) ? { range } : {}),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Figures,
});

function Figures() {
  const { range = '7d' } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <FiguresScreen
      range={range}
      onRange={(next) => void navigate({ to: '/admin/figures', search: { range: next }, replace: true })}
      onSignOut={() => void navigate({ to: '/' })}
    />
  );
}
