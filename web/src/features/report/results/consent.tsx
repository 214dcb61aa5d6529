import type { RelativeConsentView } from '@jaanch/account/people/api'
import { TriangleAlert, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import {
  giveRelativeConsent,
  useRelativeConsent,
  withdrawRelativeConsent,
} from '@/features/report/reports-calls'
import { dateText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'

const texts = {
  title: (name: string) => `${name} has to agree first`,
  why: (name: string) =>
    `Results of an adult family member, and their PDFs, are shown once they have agreed, which is recorded once. If ${name} is a ` +
    'child who was first recorded without a date of birth, a parent agrees for the child.',
  confirm: 'Record the agreement',
  failed: 'Failed to record the agreement',
  done: 'The agreement is recorded',
  loadFailed: 'What is to be agreed to could not be loaded',
  tryAgain: 'Try again',
}

const noteTexts = {
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

type ConsentCardProps = {
  familyMemberId: string
  /** Fetches again what was refused */
  onGiven: () => void
  /** In place of a whole page: its title is the heading of the page */
  isPage?: boolean
}

/** Asks for the agreement of an adult family member, in place of the results. */
export function ConsentCard({ familyMemberId, onGiven, isPage = false }: ConsentCardProps) {
  const { data, loading, mutate } = useRelativeConsent(familyMemberId)
  if (loading) return <Skeleton className="h-64 rounded-xl" />
  if (data) return <Asked consent={data} onGiven={onGiven} isPage={isPage} />
  return (
    <EmptyState
      icon={TriangleAlert}
      title={texts.loadFailed}
      action={<Button onClick={() => void mutate()}>{texts.tryAgain}</Button>}
    />
  )
}

type AskedProps = { consent: RelativeConsentView; onGiven: () => void; isPage: boolean }

function Asked({ consent, onGiven, isPage }: AskedProps) {
  const Heading = isPage ? 'h1' : 'h2'
  const { familyMemberId, name, text, version } = consent
  const [isChecked, setChecked] = useState(false)
  const { run, busy } = useCommand({
    send: () => giveRelativeConsent(familyMemberId, version),
    succeeded: texts.done,
    done: onGiven,
    failed: texts.failed,
  })
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-start gap-4">
        <IconSpot
          icon={UserRoundCheck}
          className="size-12 shrink-0 rounded-lg bg-brand-soft text-brand-ink max-sm:hidden"
        />
        <div className="min-w-0">
          <Heading className="font-bold text-xl">{texts.title(name)}</Heading>
          <p className="mt-2 max-w-prose text-ink-soft">{texts.why(name)}</p>
          <Checkbox checked={isChecked} onChange={setChecked} className="mt-4 max-w-prose items-start py-2.5">
            <span>{text}</span>
          </Checkbox>
          <Button
            className="mt-4 max-sm:w-full"
            disabled={!isChecked}
            loading={busy}
            onClick={() => void run()}
          >
            {texts.confirm}
          </Button>
        </div>
      </div>
    </Card>
  )
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
    succeeded: noteTexts.withdrawn,
    failed: noteTexts.withdrawFailed,
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-1 text-ink-soft text-sm print:hidden">
      <p>{noteTexts.given(name, dateText(givenAt))}</p>
      <Button variant="ghost" size="sm" loading={busy} onClick={() => setAsking(true)}>
        {noteTexts.withdraw}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={noteTexts.withdrawTitle(name)}
          description={noteTexts.withdrawText}
          confirmLabel={noteTexts.withdrawConfirm}
          cancelLabel={noteTexts.keep}
          onConfirm={() => run()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** `ConsentNote` where only the person is known; nothing if nobody had to agree. */
export function ConsentNoteOf({ familyMemberId }: { familyMemberId: string }) {
  const { data } = useRelativeConsent(familyMemberId)
  return data?.givenAt ? <ConsentNote {...data} givenAt={data.givenAt} /> : null
}
