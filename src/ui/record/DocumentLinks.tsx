import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'

export type DocumentKind = 'signed' | 'countersigned'

export function DocumentLinks({ id, documents }: { id: string; documents: DocumentKind[] }) {
  return documents.map((kind) => (
    <ButtonLink
      key={kind}
      href={`/api/applications/${encodeURIComponent(id)}/pdf?version=${kind}`}
      target="_blank"
      rel="noopener"
    >
      <Icon name="download" /> {kind === 'signed' ? 'Signed document' : 'Countersigned document'}
    </ButtonLink>
  ))
}
