import type { TermsPart } from '#src/forms/terms/terms-parts.ts'

/** Names the wording below; a signature keeps it, so every change of a word asks for a new one. */
export const builtInVersion = '2026-11'

/** A clause has no number: its place decides, so clauses refer to each other by heading. */
export const builtInParts: readonly TermsPart[] = [
  {
    heading: 'Application and entire agreement',
    slug: 'application-and-entire-agreement',
    clauses: [
      'These terms apply to every sale of Goods by us to you. Terms that you put forward in an order or in any other document, or that might be implied by trade custom or by our past dealings, are not part of the Contract unless we accept them in writing.',
      'We sell to businesses only. By applying for an account or placing an order you confirm that you are acting in the course of a trade, business or profession and not as a consumer, and that the person who acts for you has authority to bind you.',
      'An application for an account is a request, which we may accept or decline. If we accept it, we tell you in writing, give you a customer code and say whether the account is a credit account or a cash account. Opening an account does not oblige us to accept any order.',
      'A signature made on screen, whether it is drawn or given by typing a name, counts as the signature of the person who makes it and has the same effect as one in ink. It records that you accept the version of these terms shown at the place of signing.',
      'Your order is an offer to buy. The Contract is made when we accept the order in writing or, if that comes first, when we dispatch the Goods. Catalogues, price lists and advertisements are not offers.',
      'These terms, our acceptance of your order and the documents that either of them names are the entire agreement between us about the Goods; if they conflict, our acceptance prevails. Each of us confirms that it has not relied on any statement that is not set out in them. This clause does not exclude liability for fraud.',
    ],
  },
  {
    heading: 'Interpretation',
    slug: 'interpretation',
    clauses: [
      '‘We’, ‘us’ and ‘our’ refer to the Supplier: the company named as the supplier on the account application, the quotation, the acceptance of the order or the invoice. ‘You’ and ‘your’ refer to the business that applies for the account or places the order.',
      '‘Goods’ means the test equipment, accessories, parts and documents that we agree to supply to you, with any software supplied in or with them and any calibration that we agree to carry out before delivery. ‘Contract’ means the contract between us for those Goods, of which these terms are part.',
      'A ‘business day’ is any day other than a Saturday, a Sunday or a public holiday in England; ‘day’ alone means a calendar day. A period counted from an event starts on the day after it. Times of day are those at the place of delivery.',
      '‘In writing’ includes email. Headings do not affect the meaning of a clause, and a reference to legislation is to that legislation as amended. If part of these terms cannot be enforced, the rest stands. A right is not lost because it is exercised late or not at all.',
      'The law of England and Wales governs the Contract and any dispute connected with it, including one that is not about contract, and the courts of England and Wales have exclusive jurisdiction. Nobody other than the two of us may enforce the Contract under the Contracts (Rights of Third Parties) Act 1999.',
    ],
  },
  {
    heading: 'Goods',
    slug: 'goods',
    clauses: [
      'The Goods will match, in all material respects, their description in the Contract and the manufacturer’s specification current when we accept the order. Pictures and brochures are illustrations. We may supply a later revision of an item if its stated performance is no lower.',
      'A calibration certificate records the results obtained on the date and under the conditions that it states. Transport, handling and use can alter later readings, so it is for you to decide when the Goods need calibrating again. The price covers calibration, or a traceable certificate, only where the Contract says so.',
      'You are responsible for choosing Goods that suit your purpose, and for having them installed, used and maintained by competent people who follow the manufacturer’s instructions and the law on safety at work. You may rely on our advice about an application only where we have confirmed it in writing.',
      'Some Goods are subject to export controls or sanctions. You must obtain every licence that you need, and must not export the Goods or pass them on where those laws forbid it. We may ask who will use the Goods and where, and may withhold delivery until we have a satisfactory answer.',
    ],
  },
  {
    heading: 'Price',
    slug: 'price',
    clauses: [
      'A quotation is valid for 30 days from its date, unless we withdraw it in writing before you order. It is an invitation to order at the price stated, and we are not bound by an obvious mistake in it.',
      'The price of the Goods is the one stated in our acceptance of your order. If none is stated there, it is the price in a quotation that is still valid or, failing that, in our price list on the day on which we receive the order.',
      'Prices do not include VAT, which you pay in addition at the rate in force. Unless the Contract says otherwise, nor do they include packing, carriage, insurance in transit, customs duties or bank charges.',
      'We may raise the price before dispatch to reflect a change that you ask for, or an increase in our costs that we cannot control, such as a change in exchange rates, duties or the manufacturer’s prices. We tell you in writing first, and you may then cancel the Goods concerned, without charge, until we dispatch them.',
    ],
  },
  {
    heading: 'Cancellation and alteration',
    slug: 'cancellation-and-alteration',
    clauses: [
      'You may withdraw or alter an order freely until we accept it. After that you need our agreement in writing, which we may make conditional on payment of the reasonable costs that the cancellation or alteration causes us and on a new price and delivery date.',
      'Goods made, configured or calibrated to your requirements, or bought in specially for you, cannot be cancelled once that work or purchase has begun. If you refuse them, you pay the price less the costs that we save and whatever we can reasonably recover by selling them elsewhere.',
      'So far as the law permits, we may suspend or cancel a Contract by notice in writing if you do not pay a sum when it is due, if you commit a serious breach and do not put it right when asked, if you become insolvent, or if supply would be unlawful. We refund what you have paid for Goods not supplied, less what you owe us.',
      'A change to a Contract takes effect only when both of us have agreed it in writing. We may issue a new version of these terms, which applies to orders that you place after we have told you of it. An order already accepted stays under the version that applied when you placed it.',
    ],
  },
  {
    heading: 'Payment',
    slug: 'payment',
    clauses: [
      'If you have a cash account, or no account, you pay upfront: we must receive the full price with VAT in cleared funds before we dispatch the Goods. Where Goods are to be made or bought in for you, we may ask for payment before we start.',
      'If you have a credit account, you may buy on credit up to the credit limit that we set and tell you. Unpaid invoices, and accepted orders not yet invoiced, count towards the limit. We may ask for payment before we accept or dispatch an order that would take you over it.',
      'We may consult credit reference agencies about you, and about the people behind the business so far as data protection law allows, before we give credit and while it lasts. We may lower or withdraw your credit limit, or make your account a cash account, by notice in writing. Invoices already issued remain payable on their due dates.',
      'Invoices on a credit account are payable within 30 days of the invoice date, unless we have agreed another payment period with you in writing. You have paid when cleared funds reach the bank account shown on the invoice.',
      'If you pay late, we may charge interest on the overdue sum at 8% per annum above the central bank base rate, which is the base rate of the Bank of England; a rate below zero counts as zero. Interest accrues daily from the due date until payment, before and after judgment. You also pay our reasonable costs of recovering the debt.',
      'Check each invoice when it arrives. You must report any discrepancy in it to us in writing within 7 days of the invoice date, saying what you think is wrong. After that the invoice is taken to be correct, obvious mistakes apart. The part that you do not dispute remains payable on time.',
      'You pay every sum in full, without set-off or deduction, except a deduction that the law requires or a credit that we have agreed or a court has awarded. While a sum is overdue we may hold back further deliveries, and may put any payment towards your oldest invoice first.',
    ],
  },
  {
    heading: 'Delivery',
    slug: 'delivery',
    clauses: [
      'We deliver to the address in the Contract or, where agreed, tell you that the Goods are ready to collect. Delivery dates are estimates and time is not of the essence. If we are late, you may set a reasonable final date in writing; if we miss it, you may cancel the Goods not delivered and have their price refunded.',
      'We may deliver in instalments and invoice each one when we dispatch it. Each instalment is a separate Contract, so a delay or defect in one does not entitle you to cancel the others, unless it deprives them of substantially all their value to you.',
      'You must accept delivery between 8 am and 6 pm on any business day, unless we agree another time, and must provide safe access, what is needed to unload, and a person to sign for the Goods. Delivery takes place when the Goods are handed over at the delivery address or, on collection, to you or your carrier.',
      'If you do not take delivery when we offer it as agreed, or do not collect Goods within a reasonable time of being told that they are ready, and we are not the cause, we may invoice the Goods, store them, and charge you the reasonable cost of storage, insurance and a further delivery.',
      'Goods that remain undelivered for such a reason may be resold after 10 business days, counted from our first offer of delivery or notice that they are ready. From the proceeds we may recover the price still owing and the reasonable costs of storage and sale; we pay you what is left, up to the sum that you have paid, and you pay any shortfall.',
    ],
  },
  {
    heading: 'Inspection and acceptance of Goods',
    slug: 'inspection-and-acceptance-of-goods',
    clauses: [
      'You must inspect the Goods on delivery, compare them with the delivery note, and write any visible damage or missing package on the carrier’s record. A signature for unopened packages confirms their number and not their contents.',
      'You must report damage or shortage, or an item that you did not order, to us in writing within 3 days of delivery, with the order number and, where they would help, photographs. Keep the Goods and all packaging so that we or the carrier can examine them.',
      'You are deemed to have accepted the Goods unless you tell us in writing, within 3 days of delivery, that you reject them and why. Acceptance does not take away your rights over a defect that a reasonable inspection would not have shown, provided that you tell us promptly once you find it.',
      'If Goods were damaged, defective or short when delivered and you report it in time, we will choose to repair them, replace them, supply what is missing or refund the price, at our cost. Return Goods only with our authorisation, securely packed. This does not cover fair wear, misuse, accidents after delivery, or repairs and adjustments that we did not approve.',
    ],
  },
  {
    heading: 'Risk and title',
    slug: 'risk-and-title',
    clauses: [
      'Risk in the Goods passes to you on delivery. If you fail to take delivery when you should, it passes when we offer delivery, except for loss or damage that we cause.',
      'Title to the Goods stays with us until we have received, in cleared funds, their full price and every other sum that is due from you under any Contract. Software is licensed and not sold: you may use it with the Goods on the terms of its owner.',
      'Until title passes you must keep the Goods in good condition, identifiable as ours with serial numbers in place, insured for their full price, and free of any charge. You may use them, and may resell them in the ordinary course of business as principal; title then passes to you just before the resale. Both rights end if you become insolvent.',
      'If a sum is overdue under any Contract, or those rights have ended, we may require you to return any Goods whose title has not passed. If you do not, you permit us, on reasonable notice and so far as the law allows, to enter the premises where they are and collect them. We may sue for the price although title has not passed.',
    ],
  },
  {
    heading: 'Limitation of liability',
    slug: 'limitation-of-liability',
    clauses: [
      'Nothing in these terms limits or excludes liability for death or personal injury caused by negligence, for fraud or fraudulent misrepresentation, for breach of the terms as to title implied by section 12 of the Sale of Goods Act 1979, or for anything else for which the law does not allow liability to be limited or excluded. Every other clause is subject to this one.',
      'These terms set out all that we promise about the Goods. So far as the law allows, every other condition, warranty or term that statute or common law would imply is excluded. Where a manufacturer gives a warranty that can be passed on, we pass its benefit to you.',
      'We are not liable for loss of profit, revenue, contracts, production, data or goodwill, for the cost of repeating tests or of recalling items tested with the Goods, or for any indirect or consequential loss. This applies whether the claim is in contract, tort (including negligence), breach of statutory duty or otherwise.',
      'Our total liability in connection with a Contract, on whatever ground and however many claims are made, will not exceed the price of the Goods under that Contract, excluding VAT. Our prices assume this limit. If you need a higher one, ask before you order; we may agree it in writing at a price that reflects the risk.',
      'Neither of us is in breach for a delay or failure caused by an event beyond our reasonable control, if the one affected tells the other promptly and does what is reasonable to limit the effect. This does not excuse payment. If the event makes the Contract pointless, either may cancel the Goods not delivered, and we refund what was paid for them.',
    ],
  },
  {
    heading: 'Communications',
    slug: 'communications',
    clauses: [
      'Notices under the Contract must be in writing. They may be sent by email: to you, at the main address on your account; to us, at the address that we give for the purpose on our quotation, acceptance or invoice. They may also be delivered or posted to the registered office or principal place of business. Court documents may not be served by email alone.',
      'A notice sent by email is taken to be received when it is sent or, if that is not on a business day, at the start of the next one, unless the sender learns that it did not arrive. A letter is taken to be received when it is left at the address or when it would arrive in the ordinary course of post.',
      'Keep your contact details up to date and your sign-in details secret; we may rely on messages from the addresses on your account until you tell us otherwise. We never change our bank details by email alone. Before you pay into a new account, confirm it with us by telephone on a number that you already hold.',
    ],
  },
]
