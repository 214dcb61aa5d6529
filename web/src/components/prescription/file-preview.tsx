import { FileText, Trash2 } from 'lucide-react'
import { bytesText } from '@/lib/format/numbers'
import { useObjectUrl } from '@/lib/use-file'
import { Button } from '@/ui/button'
import { preview as texts } from './texts'

/** The selected file: a picture is shown, a PDF opens in a new window. */
export function FilePreview({ file, onRemove }: { file: File; onRemove?: (() => void) | undefined }) {
  const url = useObjectUrl(file)
  const isPicture = file.type.startsWith('image/')
  return (
    <div className="overflow-hidden rounded-xl border">
      <div className="grid h-52 place-items-center bg-sunken">
        {isPicture && url && <img src={url} alt={texts.alt} className="max-h-52 max-w-full object-contain" />}
        {!isPicture && url && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="grid place-items-center gap-2 rounded-lg p-4 font-semibold text-brand-ink hover:underline"
          >
            <FileText className="size-12" strokeWidth={1.25} aria-hidden />
            {texts.openPdf}
          </a>
        )}
      </div>
      <div className="flex items-center gap-3 border-t py-1 pr-1 pl-4">
        <p className="min-w-0 grow">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="block text-ink-soft text-xs tabular-nums">{bytesText(file.size)}</span>
        </p>
        {onRemove && (
          <Button variant="ghost" size="icon" aria-label={texts.remove(file.name)} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
    </div>
  )
}
