import { figuresRanges } from '@noek/contract/limits';
import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { FiguresScreen } from '../../features/admin/figures/figures-screen.tsx';

/** `?range`: the days that the figures cover. */
export default function FiguresPage({ address }: { address: URL }) {
  const asked = onlyValue(address.searchParams, 'range');
  return (
    <FiguresScreen
      range={figuresRanges.find((range) => range === asked) ?? '7d'}
      onRange={(range) => navigate(`/admin/figures?range=${range}`, { replace: true })}
      onSignOut={() => navigate('/')}
    />
  );
}
