import type { ResultView } from '@jaanch/report/results/api'
import { ArrowDown, ArrowUp, Check, ChevronsDown, ChevronsUp, Diamond } from 'lucide-react'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { flagWords } from './texts'

type Flag = NonNullable<ResultView['flag']>

const styles: Record<Flag, Pick<BadgeStyle, 'variant' | 'icon'>> = {
  low: { variant: 'accent', icon: ArrowDown },
  high: { variant: 'accent', icon: ArrowUp },
  'critical-low': { variant: 'error', icon: ChevronsDown },
  'critical-high': { variant: 'error', icon: ChevronsUp },
  normal: { variant: 'neutral', icon: Check },
  abnormal: { variant: 'accent', icon: Diamond },
}

/** The flag of a result by shape, word and colour; nothing without a flag. */
export function FlagBadge({ flag }: { flag: ResultView['flag'] }) {
  if (!flag) return null
  // what is usual stays quiet
  const quiet = flag === 'normal' ? 'bg-transparent px-0 font-medium' : ''
  return <StyledBadge label={flagWords[flag]} {...styles[flag]} className={quiet} />
}
