import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { ExternalLink, FileText } from 'lucide-react'
import { FileLink } from '@/components/file-link'
import { PrescriptionStatusBadge, prescriptionStatusStyles } from '@/components/prescription/status'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { Named } from '@/ui/named'

type PrescriptionCardProps = {
  prescription: PrescriptionView
  /** The order exists and waits for the customer's confirmation */
  hasUnconfirmedOrder?: boolean
}

export function PrescriptionCard({ prescription, hasUnconfirmedOrder = false }: PrescriptionCardProps) {
  const { id, originalFileName, status, createdAt, fileUrl, notes, adminNotes, items } = prescription
  const { meaning } = prescriptionStatusStyles[status]
  const heading = `prescription-${id}`
  return (
    <Card className="p-4 sm:p-5">
      <article aria-labelledby={heading} className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink">
          <FileText className="size-5" aria-hidden />
        </span>
        <div className="min-w-0 grow basis-52">
          <h3 id={heading} className="truncate font-semibold" title={originalFileName}>
            {originalFileName}
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <PrescriptionStatusBadge status={status} />
            <span className="text-ink-soft text-xs tabular-nums">
              {hasUnconfirmedOrder ? 'Your order is ready, please confirm it' : meaning} · uploaded{' '}
              {instantText(createdAt)}
            </span>
          </p>
          {items.length > 0 && (
            <p className="mt-2 text-sm">
              <span className="text-ink-soft">Tests: </span>
              {items.map(({ name }) => name).join(', ')}
            </p>
          )}
          {notes && <p className="mt-2 text-ink-soft text-sm">“{notes}”</p>}
          {adminNotes && (
            <p className="mt-2 text-sm">
              <span className="text-ink-soft">From Jaanch: </span>
              {adminNotes}
            </p>
          )}
        </div>
        <FileLink
          href={fileUrl}
          name={originalFileName}
          className={cn(buttonVariants({ variant: 'outline', size: 'sm' }), 'max-sm:w-full')}
        >
          <ExternalLink aria-hidden />
          <Named of={`${originalFileName}, opens in a new window`}>View</Named>
        </FileLink>
      </article>
    </Card>
  )
}
