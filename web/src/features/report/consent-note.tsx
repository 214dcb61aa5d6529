import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { dateText } from '@/lib/format/dates'
import { withdrawRelativeConsent } from '@/lib/resources/report-page'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { consent as texts } from './texts'

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** Since when the family member agrees, and how that ends; nothing if nobody had to agree. */
export function ConsentNote({ report }: { report: ReportPageView }) {
  const { patient, consentGivenAt } = report
  const { familyMemberId, name } = patient
  const [isAsking, setAsking] = useState(false)
  const { run, busy } = useCommand({
    send: (id: string) => withdrawRelativeConsent(id),
    succeeded: texts.withdrawn,
    failed: texts.withdrawFailed,
  })
  if (consentGivenAt === null || familyMemberId === null) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1 text-ink-soft text-sm print:hidden">
      <p>{texts.given(name, dateText(consentGivenAt))}</p>
      <Button variant="ghost" size="sm" loading={busy} onClick={() => setAsking(true)}>
        {texts.withdraw}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.withdrawTitle(name)}
          description={texts.withdrawText}
          confirmLabel={texts.withdrawConfirm}
          cancelLabel={texts.keep}
          onConfirm={() => run(familyMemberId)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
