import type { ShareSnapshot } from '@jaanch/contracts/share-snapshot'
import { passcodeLength, recipientMax } from '@jaanch/contracts/shares'
import { type FormEvent, useState } from 'react'
import { instantText } from '@/lib/format/dates'
import type { ReadLink } from '@/lib/shares/link'
import { openLink } from '@/lib/shares/open-link'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { busy as busyText, page as texts, unreachable } from './texts'

type OpenFormProps = {
  link: Extract<ReadLink, { kind: 'link' }>
  onOpened: (snapshot: ShareSnapshot) => void
  onFailed: (failure: 'over' | 'wrong-key') => void
}

/** Asks who is looking, and for the passcode. */
export function OpenForm({ link, onOpened, onFailed }: OpenFormProps) {
  const { linkId, key, label, endsAt } = link
  const [passcode, setPasscode] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isOpening, setOpening] = useState(false)

  async function open(event: FormEvent) {
    event.preventDefault()
    if (passcode.trim() === '') return setError(texts.passcodeMissing)
    setOpening(true)
    setError(undefined)
    const recipient = name.trim() || texts.nameless
    const opened = await openLink({ linkId, key, passcode: passcode.trim(), recipient })
    setOpening(false)
    switch (opened.kind) {
      case 'opened':
        return onOpened(opened.snapshot)
      case 'over':
      case 'wrong-key':
        return onFailed(opened.kind)
      case 'wrong-passcode':
        return setError(texts.wrong(opened.triesLeft))
      case 'busy':
        return setError(opened.text ?? busyText)
      case 'unreachable':
        return setError(unreachable)
    }
  }

  return (
    <Card className="mt-5 p-5 sm:p-6">
      {label && <p className="mb-1 font-semibold text-base [overflow-wrap:anywhere]">{texts.label(label)}</p>}
      <p className="text-pretty text-ink-soft">{texts.intro}</p>
      <form noValidate className="mt-5 grid gap-4" onSubmit={open}>
        <Field label={texts.passcode} error={error}>
          <Input
            value={passcode}
            maxLength={passcodeLength.max}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono tracking-widest"
            onChange={({ target }) => setPasscode(target.value)}
          />
        </Field>
        <Field label={texts.name} hint={texts.nameHint} optional>
          <Input
            value={name}
            maxLength={recipientMax}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" size="lg" loading={isOpening}>
          {texts.open}
        </Button>
      </form>
      {endsAt !== null && (
        <p className="mt-4 text-ink-soft text-xs tabular-nums">
          {texts.openUntil(instantText(new Date(endsAt).toISOString()))}
        </p>
      )}
    </Card>
  )
}
