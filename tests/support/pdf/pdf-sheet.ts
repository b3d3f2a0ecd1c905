import { encode } from 'fast-png'
import type { ApplicationSheet, SheetRow } from '#src/pdf/application-sheet.ts'

const signature = drawnSignature()

/** A full application of a made-up company, signed by both sides; parts can be replaced. */
export function sampleSheet(parts: Partial<ApplicationSheet> = {}): ApplicationSheet {
  return {
    id: '7K3M-Q9TX-2VHD',
    version: 3,
    locale: 'en-GB',
    company: {
      name: 'Example Instruments Ltd',
      accent: null,
      headings: null,
      salesEmail: 'sales@example.com',
      details: '',
      logo: null,
    },
    status: 'Approved',
    kind: 'Current view',
    draft: false,
    notice: null,
    title: 'Trade account application',
    submittedAt: '14 October 2026, 10:42',
    sections: [
      {
        title: 'Business information',
        rows: rows([
          ['Account type', 'Credit account'],
          ['Business name', 'Sample Calibration Works Ltd'],
          ['Business address', 'Unit 4, Test Park\n12 Example Road\nSampleford'],
          ['Post code', 'EX4 2MP'],
          ['Telephone', '020 7946 0101'],
          ['Fax', 'N/A'],
          ['Main e-mail', 'office@sample-calibration.example.com'],
          ['Mobile', '020 7946 0102'],
          ['Company registration', '01234567'],
          ['Date of incorporation', '3 March 2009'],
          ['VAT number', 'GB 123 4567 89'],
          ['EORI number', 'GB123456789000'],
          ['Years established', '17'],
          ['Business types', 'Private Ltd Co., Partnership'],
          ['Previous address', 'N/A'],
        ]),
      },
      {
        title: 'Accounts information',
        rows: rows([
          ['Accounts contact', 'Ada Sample'],
          ['Invoice address', 'Unit 4, Test Park\n12 Example Road\nSampleford'],
          ['Invoice post code', 'EX4 2MP'],
          ['Accounts telephone', '020 7946 0103'],
          ['Accounts fax', 'N/A'],
          ['Invoice e-mail', 'invoices@sample-calibration.example.com'],
          ['Financial e-mail', 'finance@sample-calibration.example.com'],
          ['Queries e-mail', 'queries@sample-calibration.example.com'],
          ['Purchase order mandatory', 'Yes'],
        ]),
      },
      {
        title: 'Buyer information',
        rows: rows([
          ['Buyer name', 'Bo Example'],
          ['Buyer e-mail', 'buyer@sample-calibration.example.com'],
          ['Buyer telephone', '020 7946 0104'],
          ['Buyer fax', 'N/A'],
          ['Buyer mobile', '020 7946 0105'],
        ]),
      },
      {
        title: 'Delivery information',
        rows: [
          ...rows([
            ['Site contact', 'Cy Specimen'],
            ['Delivery address', 'Goods In, Unit 5, Test Park\n12 Example Road\nSampleford'],
            ['Delivery post code', 'EX4 2MQ'],
            ['Delivery telephone', '020 7946 0106'],
            ['Delivery e-mail', 'goods-in@sample-calibration.example.com'],
          ]),
          {
            label: 'Special instructions',
            value: 'Ring the bell twice.',
            changedSinceSigning: true,
          },
        ],
      },
    ],
    directors: [
      { name: 'Tomasz Żółć', position: 'Managing director' },
      { name: 'Παπαδόπουλος', position: 'Director' },
      { name: 'Иванов', position: 'Company secretary' },
    ],
    signatures: [
      {
        caption: 'For the customer',
        png: signature,
        lines: rows([
          ['Position', 'Managing director'],
          ['Agreement date', '14 October 2026'],
        ]),
      },
      {
        caption: 'For the supplier',
        png: signature,
        lines: rows([
          ['Decision', 'Approved by Dee Sampler'],
          ['Date', '16 October 2026'],
        ]),
      },
    ],
    terms: { version: '2026-01', hash: '9f2c'.repeat(16) },
    amendmentsTitle: 'Changes since signing',
    amendments: [
      {
        at: '20 October 2026, 09:15',
        by: 'Client',
        field: 'Special instructions',
        before: 'N/A',
        after: 'Ring the bell twice.',
      },
    ],
    earlierAmendments: 0,
    evidence: rows([
      ['Signed at', '14 October 2026, 10:42:07 (09:42:07 UTC)'],
      ['Address', '192.0.2.10'],
      ['Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
      ['Terms', `Version 2026-01, SHA-256 ${'9f2c'.repeat(16)}`],
    ]),
    certificate: null,
    ...parts,
  }
}

/** Rows of label and value. */
export function rows(pairs: [label: string, value: string][]): SheetRow[] {
  return pairs.map(([label, value]) => ({ label, value }))
}

/** A signature as the pad gives it at three times its size: opaque RGB, 900 by 300, base64. */
export function drawnSignature(): string {
  const [width, height] = [900, 300]
  const data = new Uint8Array(width * height * 3).fill(255)
  for (let step = 0; step < 12_000; step += 1) {
    const turn = step / 600
    const x = 60 + step / 15.5 + 45 * Math.sin(turn * 2.1)
    const y = 150 + 80 * Math.sin(turn * 1.7) * Math.cos(turn / 3)
    for (let dot = 0; dot < 25; dot += 1) {
      const at = (Math.round(y + Math.floor(dot / 5)) * width + Math.round(x + (dot % 5))) * 3
      data.fill(20, at, at + 3)
    }
  }
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 })).toString('base64')
}
