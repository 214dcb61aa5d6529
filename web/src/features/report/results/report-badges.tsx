import type { HealthReportView } from '@jaanch/report/api'
import { FileClock, Hourglass, Stethoscope } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { StyledBadge } from '@/ui/badge'
import { reportBadges as texts } from './texts'

type ReportBadgesProps = Pick<HealthReportView, 'isReviewed' | 'version' | 'toCome'> & {
  /** Of a later version */
  versionText: string
  className?: string
}

/** Whether results of a report are still to come, whether a doctor reviewed it, and which version it is, from the second one on. */
export function ReportBadges({ isReviewed, version, toCome, versionText, className }: ReportBadgesProps) {
  return (
    <p className={cn('mt-2 flex flex-wrap gap-2 empty:hidden', className)}>
      {toCome.length > 0 && <StyledBadge label={texts.partial} variant="accent" icon={Hourglass} />}
      {isReviewed && <StyledBadge label={texts.reviewed} variant="success" icon={Stethoscope} />}
      {version > 1 && <StyledBadge label={versionText} variant="info" icon={FileClock} />}
    </p>
  )
}
