import { passcodeLength, recipientMax } from '@jaanch/shares/rules'
import type { ShareSnapshot } from '@jaanch/shares/snapshot'
import { CircleAlert, Link2Off } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Logo } from '@/components/brand/logo'
import { canEncrypt, type ReadLink, readLink } from '@/features/shares/link/link'
import { openLink } from '@/features/shares/link/open-link'
import { instantText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { SharedResults } from './shared-results'
import * as texts from './texts'

type Failure = keyof typeof texts.failures

/**
 * Opens a link without an account. What is after '#' stays in the browser; the decrypted results are in memory only, and gone when the page
 * is closed.
 */
export function SharedPage() {
  useUnlisted()
  const link = useLink()
  return <OpenedLink key={link.kind === 'link' ? link.linkId : link.kind} link={link} />
}

/** The link of the address, also when another one is entered. */
function useLink(): ReadLink {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  return useMemo(() => readLink(hash, location.origin), [hash])
}

function onHashChange(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function OpenedLink({ link }: { link: ReadLink }) {
  const [snapshot, setSnapshot] = useState<ShareSnapshot>()
  const [failure, setFailure] = useState<Failure>()
  if (snapshot) {
    return (
      <Frame isWide>
        <SharedResults snapshot={snapshot} />
      </Frame>
    )
  }
  const failed = failure ?? failureOf(link)
  return (
    <Frame>
      <h1 className="font-bold text-xl">{texts.page.title}</h1>
      {failed || link.kind !== 'link' ? (
        <Failed failure={failed ?? 'broken'} />
      ) : (
        <OpenForm link={link} onOpened={setSnapshot} onFailed={setFailure} />
      )}
    </Frame>
  )
}

function failureOf(link: ReadLink): Failure | undefined {
  if (!canEncrypt()) return 'insecure'
  if (link.kind !== 'link') return link.kind
  return link.endsAt !== null && link.endsAt <= Date.now() ? 'over' : undefined
}

function Failed({ failure }: { failure: Failure }) {
  const { title, text } = texts.failures[failure]
  const Icon = failure === 'wrong-key' ? CircleAlert : Link2Off
  return (
    <Card className="mt-5 p-6" role="alert">
      <Icon className="size-6 text-error" aria-hidden />
      <h2 className="mt-3 font-semibold text-base">{title}</h2>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
    </Card>
  )
}

function Frame({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div
      className={`mx-auto min-h-dvh px-4 py-5 sm:px-6 print:max-w-none print:p-0 ${isWide ? 'max-w-4xl' : 'max-w-lg'}`}
    >
      <header className="mb-6 print:mb-3">
        <Logo />
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </div>
  )
}

type OpenFormProps = {
  link: Extract<ReadLink, { kind: 'link' }>
  onOpened: (snapshot: ShareSnapshot) => void
  onFailed: (failure: 'over' | 'wrong-key') => void
}

/** Asks who is looking, and for the passcode. */
function OpenForm({ link, onOpened, onFailed }: OpenFormProps) {
  const { linkId, key, label, endsAt } = link
  const [passcode, setPasscode] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isOpening, setOpening] = useState(false)

  async function open(event: FormEvent) {
    event.preventDefault()
    if (passcode.trim() === '') return setError(texts.page.passcodeMissing)
    setOpening(true)
    setError(undefined)
    const recipient = name.trim() || texts.page.nameless
    const opened = await openLink({ linkId, key, passcode: passcode.trim(), recipient })
    setOpening(false)
    switch (opened.kind) {
      case 'opened':
        return onOpened(opened.snapshot)
      case 'over':
      case 'wrong-key':
        return onFailed(opened.kind)
      case 'wrong-passcode':
        return setError(texts.page.wrong(opened.triesLeft))
      case 'busy':
        return setError(opened.text ?? texts.busy)
      case 'unreachable':
        return setError(texts.unreachable)
    }
  }

  return (
    <Card className="mt-5 p-5 sm:p-6">
      {label && (
        <p className="mb-1 font-semibold text-base [overflow-wrap:anywhere]">{texts.page.label(label)}</p>
      )}
      <p className="text-pretty text-ink-soft">{texts.page.intro}</p>
      <form noValidate className="mt-5 grid gap-4" onSubmit={open}>
        <Field label={texts.page.passcode} error={error}>
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
        <Field label={texts.page.name} hint={texts.page.nameHint} optional>
          <Input
            value={name}
            maxLength={recipientMax}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button type="submit" size="lg" loading={isOpening}>
          {texts.page.open}
        </Button>
      </form>
      {endsAt !== null && (
        <p className="mt-4 text-ink-soft text-xs tabular-nums">
          {texts.page.openUntil(instantText(new Date(endsAt).toISOString()))}
        </p>
      )}
    </Card>
  )
}

/** Keeps the page out of search engines, and its address from other sites. The server sends the same as headers. */
function useUnlisted(): void {
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => Object.assign(document.createElement('meta'), { name, content }))
    document.head.append(...tags)
    return () => {
      for (const tag of tags) tag.remove()
    }
  }, [])
}
