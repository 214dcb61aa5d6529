import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { useRelativeConsent, withdrawRelativeConsent } from '@/features/report/reports-calls'
import { dateText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'

const texts = {
  given: (name: string, date: string) => `${name} agreed on ${date} that you see these results.`,
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw the agreement of ${name}?`,
  withdrawText:
    'The results and their PDFs are then no longer shown, and links with them that were shared with doctors end.',
  withdrawConfirm: 'Withdraw the agreement',
  keep: 'Keep it',
  withdrawn: 'The agreement is withdrawn',
  withdrawFailed: 'Failed to withdraw the agreement',
}

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

type ConsentNoteProps = {
  familyMemberId: string
  name: string
  /** An instant */
  givenAt: string
}

/** Since when the family member agrees, and how that ends. */
export function ConsentNote({ familyMemberId, name, givenAt }: ConsentNoteProps) {
  const [isAsking, setAsking] = useState(false)
  const { run, busy } = useCommand({
    send: () => withdrawRelativeConsent(familyMemberId),
    succeeded: texts.withdrawn,
    failed: texts.withdrawFailed,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1 text-ink-soft text-sm print:hidden">
      <p>{texts.given(name, dateText(givenAt))}</p>
      <Button variant="ghost" size="sm" loading={busy} onClick={() => setAsking(true)}>
        {texts.withdraw}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.withdrawTitle(name)}
          description={texts.withdrawText}
          confirmLabel={texts.withdrawConfirm}
          cancelLabel={texts.keep}
          onConfirm={() => run()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** The same where only the person is known; nothing if nobody had to agree. */
export function ConsentNoteOf({ familyMemberId }: { familyMemberId: string }) {
  const { data } = useRelativeConsent(familyMemberId)
  return data?.givenAt ? <ConsentNote {...data} givenAt={data.givenAt} /> : null
}
