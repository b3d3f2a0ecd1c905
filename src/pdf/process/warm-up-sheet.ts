import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'

// One white pixel: the picture decoder is warmed too.
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC'

/** A small sheet that touches every part of the document once; nobody sees what it makes. */
export const warmUpSheet: ApplicationSheet = {
  id: '0000-0000-0000',
  version: 0,
  locale: 'en-GB',
  company: { name: 'Company', salesEmail: 'sales@example.com', logo: null },
  status: 'Draft',
  draft: true,
  title: 'Application',
  submittedAt: null,
  sections: [
    { title: 'Section', rows: [{ label: 'Label', value: 'Value', changedSinceSigning: true }] },
  ],
  directors: [{ name: 'Name', position: 'Position' }],
  signatures: [{ caption: 'Caption', png: pixel, lines: [{ label: 'Label', value: 'Value' }] }],
  terms: { version: '1', hash: '00' },
  amendments: [{ at: 'Now', by: 'Somebody', field: 'Field', before: 'A', after: 'B' }],
  earlierAmendments: 0,
  evidence: [{ label: 'Label', value: 'Value' }],
}
