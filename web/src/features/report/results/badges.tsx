import type { HealthReportView } from '@jaanch/report/api'
import type { ResultView } from '@jaanch/report/results/api'
import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronsDown,
  ChevronsUp,
  Diamond,
  FileClock,
  Hourglass,
  Stethoscope,
} from 'lucide-react'
import { cn } from '@/lib/class-names'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { flagWords } from './texts'

const texts = { partial: 'Partial', reviewed: 'Reviewed by a doctor' }

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

type ReportBadgesProps = Pick<HealthReportView, 'isReviewed' | 'version' | 'toCome'> & {
  /** Set for a later version */
  versionText: string
  className?: string
}

/** Says whether results of a report are still to come, whether a doctor reviewed it, and which version it is, from the second one on. */
export function ReportBadges({ isReviewed, version, toCome, versionText, className }: ReportBadgesProps) {
  return (
    <p className={cn('mt-2 flex flex-wrap gap-2 empty:hidden', className)}>
      {toCome.length > 0 && <StyledBadge label={texts.partial} variant="accent" icon={Hourglass} />}
      {isReviewed && <StyledBadge label={texts.reviewed} variant="success" icon={Stethoscope} />}
      {version > 1 && <StyledBadge label={versionText} variant="info" icon={FileClock} />}
    </p>
  )
}
