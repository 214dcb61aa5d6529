import { Copy } from 'lucide-react'
import { useState } from 'react'
import { QrCode } from '@/components/qr-code'
import { useCommand } from '@/components/use-command'
import { makeLink } from '@/features/shares/link/link'
import { instantText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import type { NewShare } from './calls'
import * as texts from './texts'

type MadeShareProps = {
  request: NewShare
  /** The key, which the server does not get */
  secret: string
  endsAt: string
  passcode: string
  onClose: () => void
}

/** The link and the passcode, shown once and apart from each other. Until the link is copied, only Done closes it without a question. */
export function MadeShare({ request, secret, endsAt, passcode, onClose }: MadeShareProps) {
  const { linkId, label } = request
  const link = makeLink({ origin: location.origin, linkId, key: secret, endsAt, label })
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      title={texts.made.title}
      description={texts.made.description}
      onClose={() => (isCopied ? onClose() : setAsking(true))}
      footer={<Button onClick={onClose}>{texts.made.done}</Button>}
    >
      <div className="grid grid-cols-1 gap-5">
        <Copied
          label={texts.made.link}
          text={link}
          copy={texts.made.copyLink}
          onCopied={() => setCopied(true)}
          className="line-clamp-2 break-all text-xs"
        />
        <div className="grid justify-items-center gap-2">
          <p className="justify-self-start text-ink-soft">{texts.made.scan}</p>
          <QrCode text={link} label={texts.made.qrCode} className="size-56" />
        </div>
        <Copied
          label={texts.made.passcode}
          text={passcode}
          copy={texts.made.copyPasscode}
          className="text-lg tracking-widest"
        />
        <p className="text-ink-soft text-sm">
          {texts.made.ends(instantText(endsAt))} {texts.made.once}
        </p>
      </div>
      {isAsking && <OpenConfirmDialog {...texts.lose} onConfirm={onClose} onClose={() => setAsking(false)} />}
    </Dialog>
  )
}

type CopiedProps = { label: string; text: string; copy: string; className: string; onCopied?: () => void }

function Copied({ label, text, copy, className, onCopied }: CopiedProps) {
  const { run } = useCommand({
    send: () => navigator.clipboard.writeText(text),
    succeeded: texts.made.copied,
    done: () => onCopied?.(),
    failed: texts.made.copyFailed,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-xl bg-sunken p-4">
      <p className="col-span-2 font-medium text-sm">{label}</p>
      <p className={`font-mono ${className}`}>{text}</p>
      <Button icon={Copy} variant="outline" size="sm" onClick={() => void run()}>
        {copy}
      </Button>
    </div>
  )
}
