import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { Check, PackageCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { recordTubes } from '@/lib/resources/tubes'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { accept as acceptTexts, actions as texts } from './texts'
import { isLate } from './tube-badges'

const AcceptLateDialog = lazyDialog(async () => (await import('./accept-late-dialog')).AcceptLateDialog)
const ReceiveDialog = lazyDialog(async () => (await import('./receive-dialog')).ReceiveDialog)
const RejectDialog = lazyDialog(async () => (await import('./reject-dialog')).RejectDialog)

type TubeActionsProps = { tubes: readonly BoardTube[]; now: Date; onClear: () => void }

/** What can be done with the chosen tubes, of one person or of several. */
export function TubeActions({ tubes, now, onClear }: TubeActionsProps) {
  const [dialog, setDialog] = useState<'receive' | 'late' | 'reject'>()
  const unreceived = tubes.filter(({ receivedAt }) => receivedAt === null)
  const drawn = tubes.filter(({ drawnAt }) => drawnAt !== null)
  const { run, busy } = useCommand({
    send: (record: Parameters<typeof recordTubes>[0]) => recordTubes(record),
    succeeded: acceptTexts.done(drawn.length),
    failed: acceptTexts.failed,
    onFailure(error) {
      // its window ended between the look and the press
      const isOver = hasCode(error, 'stability-over')
      if (isOver) setDialog('late')
      return isOver
    },
  })
  // a dialog stays, even if somebody else decides meanwhile
  if (tubes.length === 0 && !dialog) return null

  function accept() {
    if (drawn.some((tube) => isLate(tube, now))) return setDialog('late')
    void run({
      tubes: drawn,
      at: new Date().toISOString(),
      commandOf: (own) => ({ type: 'accept', tubes: own.map(({ number }) => number) }),
    })
  }

  const close = () => setDialog(undefined)
  return (
    <section
      aria-label={texts.label}
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto mt-4 flex w-fit max-w-full animate-rise flex-wrap items-center gap-2 rounded-xl border border-brand bg-surface py-2 pr-2 pl-4 shadow-high lg:bottom-4"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {texts.count(tubes.length)}
      </p>
      {unreceived.length > 0 && (
        <Button variant="outline" onClick={() => setDialog('receive')}>
          <PackageCheck aria-hidden />
          {texts.receive(unreceived.length)}
        </Button>
      )}
      {drawn.length > 0 && (
        <Button loading={busy} onClick={accept}>
          {!busy && <Check aria-hidden />}
          {texts.accept(drawn.length)}
        </Button>
      )}
      <Button variant="danger" onClick={() => setDialog('reject')}>
        {texts.reject(tubes.length)}
      </Button>
      <Button variant="ghost" size="icon" aria-label={texts.clear} onClick={onClear}>
        <X aria-hidden />
      </Button>
      {dialog === 'receive' && <ReceiveDialog tubes={unreceived} onClose={close} />}
      {dialog === 'late' && (
        <AcceptLateDialog
          tubes={drawn}
          late={drawn.filter((tube) => isLate(tube, now)).length || 1}
          onClose={close}
        />
      )}
      {dialog === 'reject' && <RejectDialog tubes={tubes} onClose={close} />}
    </section>
  )
}
