import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { ExternalLink, FileText, FileX2 } from 'lucide-react'
import { useState } from 'react'
import { instantText } from '@/lib/format/dates'
import { ExternalButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

type PrescriptionViewerProps = { prescription: PrescriptionView; onClose: () => void }

export function PrescriptionViewer({ prescription, onClose }: PrescriptionViewerProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Prescription of ${prescription.customerName}`}
      description={`${prescription.originalFileName}, ${instantText(prescription.createdAt)}`}
      className="sm:max-w-3xl"
      footer={
        !isPdf(prescription) && (
          <ExternalButtonLink href={prescription.fileUrl} variant="outline">
            <ExternalLink aria-hidden />
            Open in a new tab
          </ExternalButtonLink>
        )
      }
    >
      <PrescriptionFile prescription={prescription} className="h-[60dvh]" />
    </Dialog>
  )
}

type PrescriptionFileProps = { prescription: PrescriptionView; className: string }

/** The file: an image, or a PDF in the browser's viewer. */
export function PrescriptionFile({ prescription, className }: PrescriptionFileProps) {
  const { fileUrl, originalFileName, customerName } = prescription
  const [failed, setFailed] = useState(false)
  const title = `Prescription of ${customerName}: ${originalFileName}`
  if (failed) {
    return (
      <p className="grid place-items-center gap-3 rounded-lg bg-sunken py-12 text-center text-ink-soft">
        <FileX2 className="size-6" aria-hidden />
        The file could not be shown.
      </p>
    )
  }
  if (isPdf(prescription)) {
    return (
      <>
        {/* Phone browsers cannot show a PDF in a frame */}
        <ExternalButtonLink href={fileUrl} variant="soft" className="mb-3 w-full">
          <FileText aria-hidden />
          Open PDF
        </ExternalButtonLink>
        <iframe
          src={fileUrl}
          title={title}
          className={`w-full rounded-lg bg-sunken max-md:hidden ${className}`}
        />
      </>
    )
  }
  return (
    <img
      src={fileUrl}
      alt={title}
      className={`w-full rounded-lg bg-sunken object-contain ${className}`}
      onError={() => setFailed(true)}
    />
  )
}

function isPdf({ originalFileName }: PrescriptionView): boolean {
  return /\.pdf$/i.test(originalFileName)
}
