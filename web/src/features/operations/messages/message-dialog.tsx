import type { MessageRowView, OpenedMessageView } from '@jaanch/operations/outbox/api'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { call } from '@/lib/http/call'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { channelNames, kindText, texts } from './texts'

/** Shows a message as it was sent. Each look is in the audit trail. */
export function MessageDialog({ row, onClose }: { row: MessageRowView; onClose: () => void }) {
  const [opened, setOpened] = useState<OpenedMessageView | null>(null)
  const { kind, channel, to } = row
  const isSecret = row.position === null

  const { run, busy } = useDialogCommand({
    send: () => call('POST', '/api/operations/messages/:id/open', { params: { id: row.id } }),
    done: setOpened,
    failed: texts.open.failed,
  })

  return (
    <Dialog
      onClose={onClose}
      title={kindText(kind)}
      description={texts.message.description(channelNames[channel], to)}
      className="sm:max-w-3xl"
    >
      {opened ? (
        <Opened opened={opened} />
      ) : isSecret ? (
        <p>{texts.hidden.secret}</p>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{texts.open.note}</p>
          <Button loading={busy} onClick={() => void run()}>
            {texts.open.label}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Opened({ opened: { content, hidden } }: { opened: OpenedMessageView }) {
  if (!content) return <p>{texts.hidden[hidden ?? 'not-sent']}</p>
  const { subject, text, html, source } = content
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft text-xs">
        {source === 'stored' ? texts.message.sources.stored : texts.message.sources.madeAgain}
      </p>
      {subject && <p className="font-semibold [overflow-wrap:anywhere]">{subject}</p>}
      <div className={html ? 'grid grid-cols-1 gap-4 sm:grid-cols-2' : ''}>
        {html && (
          // no scripts, no forms, no navigation, and the page's policy: nothing is loaded from elsewhere
          <iframe
            title={texts.message.html}
            sandbox=""
            srcDoc={html}
            className="h-[32rem] w-full rounded-lg border bg-white"
          />
        )}
        <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
          {text}
        </pre>
      </div>
    </div>
  )
}
