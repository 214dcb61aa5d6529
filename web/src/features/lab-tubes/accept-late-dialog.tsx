import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { lateReasons } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { lateTexts } from '@/components/custody/texts'
import { ReasonDialog } from '@/components/reason-dialog'
import { recordTubes } from '@/lib/resources/tubes'
import { toast } from '@/ui/toast-store'
import { accept as texts } from './texts'

type AcceptLateDialogProps = { tubes: readonly BoardTube[]; late: number; onClose: () => void }

const choices = lateReasons.map((value) => ({ value, label: lateTexts[value] }))

/** Asks once for all why tubes are accepted after their window. */
export function AcceptLateDialog({ tubes: now, late, onClose }: AcceptLateDialogProps) {
  const [tubes] = useState(now)
  return (
    <ReasonDialog
      title={texts.title(tubes.length)}
      description={texts.description(late)}
      submitLabel={texts.submitLabel}
      failure={texts.failed}
      label={texts.reason}
      hint=""
      choices={choices}
      choiceTexts={{ choose: texts.choose, noneChosen: texts.reasonMissing }}
      onSubmit={async (chosen) => {
        const lateReason = lateReasons.find((each) => each === chosen) ?? 'other'
        await recordTubes({
          tubes,
          at: new Date().toISOString(),
          commandOf: (own) => ({ type: 'accept', tubes: own.map(({ number }) => number), lateReason }),
        })
        toast.success(texts.done(tubes.length))
      }}
      onClose={onClose}
    />
  )
}
