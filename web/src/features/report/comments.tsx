import { Panel } from '@/ui/panel'
import { sections as texts } from './texts'

export function Comments({ text }: { text: string }) {
  return (
    <Panel title={texts.comments}>
      <p className="max-w-prose whitespace-pre-line px-4 py-4 [overflow-wrap:anywhere] sm:px-5">{text}</p>
    </Panel>
  )
}
