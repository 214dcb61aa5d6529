import type { ShareSnapshot } from '@jaanch/contracts/share-snapshot'
import { CircleAlert, Link2Off } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Logo } from '@/components/brand/logo'
import { canEncrypt } from '@/lib/shares/can-encrypt'
import { type ReadLink, readLink } from '@/lib/shares/link'
import { Card } from '@/ui/card'
import { OpenForm } from './open-form'
import { SharedResults } from './shared-results'
import { failures, page as texts } from './texts'
import { useUnlisted } from './use-unlisted'

type Failure = keyof typeof failures

/**
 * Opens a link without an account. What is after '#' stays in the browser; what is decrypted is in memory alone, and gone when the page
 * is closed.
 */
export function SharedPage() {
  useUnlisted()
  const link = useLink()
  return <OpenedLink key={link.kind === 'link' ? link.linkId : link.kind} link={link} />
}

/** The link of the address, also when another one is entered. */
function useLink(): ReadLink {
  const read = () => readLink(location.hash, location.origin)
  const [link, setLink] = useState(read)
  useEffect(() => {
    const update = () => setLink(readLink(location.hash, location.origin))
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return link
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
      <h1 className="font-bold text-xl">{texts.title}</h1>
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
  const { title, text } = failures[failure]
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
