import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { clearMaintenance, useMaintenance } from '../maintenance-calls'

const texts = {
  title: 'Notice to everybody',
  none: 'None is set. A notice is shown on every page, to visitors as well, until it ends or is cleared.',
  from: 'Appears',
  until: 'Ends',
  atOnce: 'at once',
  whenCleared: 'when it is cleared',
  set: 'Set a notice',
  replace: 'Replace',
  clear: 'Clear',
  cleared: 'The notice is cleared',
  notCleared: 'It was not cleared',
}

const NoticeDialog = lazyDialog(async () => (await import('./notice-dialog')).NoticeDialog)

/** The notice to everybody, also before it begins. */
export function NoticePanel() {
  const { notice, loading } = useMaintenance()
  const mayOperate = useMay('operator')
  const [isSetting, setIsSetting] = useState(false)
  const { run: clear, busy } = useCommand({
    send: clearMaintenance,
    succeeded: texts.cleared,
    failed: texts.notCleared,
  })
  const action = mayOperate && !loading && (
    <div className="flex flex-wrap justify-end gap-2">
      {notice && (
        <Button variant="outline" size="sm" loading={busy} onClick={() => void clear(notice.id)}>
          {texts.clear}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setIsSetting(true)}>
        {notice ? texts.replace : texts.set}
      </Button>
    </div>
  )
  return (
    <Panel title={texts.title} action={action}>
      <div className="px-4 py-3 text-sm sm:px-5">
        {notice ? (
          <>
            <p className="font-medium [overflow-wrap:anywhere]">{notice.text}</p>
            <DescriptionList
              items={[
                [texts.from, notice.from ? instantText(notice.from) : texts.atOnce],
                [texts.until, notice.until ? instantText(notice.until) : texts.whenCleared],
              ]}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm"
            />
          </>
        ) : (
          <p className="text-ink-soft">{texts.none}</p>
        )}
      </div>
      {isSetting && <NoticeDialog onClose={() => setIsSetting(false)} />}
    </Panel>
  )
}
