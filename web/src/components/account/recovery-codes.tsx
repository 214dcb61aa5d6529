import { Download } from 'lucide-react'
import { saveFile } from '@/lib/files'
import { Button } from '@/ui/button'
import { recovery as texts } from './texts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  function save() {
    saveFile(new Blob([texts.file(codes)], { type: 'text/plain' }), 'jaanch-recovery-codes.txt')
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{texts.keep}</p>
      <ul
        aria-label={texts.label}
        className="grid grid-cols-1 gap-2 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" className="max-sm:w-full" onClick={save}>
          <Download aria-hidden />
          {texts.download}
        </Button>
        <Button className="max-sm:w-full" onClick={onDone}>
          {texts.saved}
        </Button>
      </div>
    </div>
  )
}
