import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { hasBrowser, keepPicture, launchBrowser, LOOKS, overflow } from '../../helpers/browser.ts';
import { withApi } from '../../helpers/start-api.ts';

const PASSWORD = 'correct horse';

(hasBrowser ? describe : describe.skip)('the queue dashboard in a browser of 1280 px', () => {
  const { api } = withApi({ env: { ADMIN_PASSWORD: PASSWORD } });
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  it('shows every state of jobs in full and one time at which a job runs, and asks no other host', async () => {
    const [sync, imports] = api.context.queues.all();
    await imports!.add('publish-import', {}, { delay: 60_000 });
    const putOff = await sync!.add('sync-connection', {}, { delay: 60_000, timestamp: 1_000 });
    await putOff.changeDelay(3_600_000);
    const page = await browser.newPage(LOOKS.light);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== api.baseUrl) foreign.push(request.url());
    });
    await page.goto(`${api.baseUrl}/admin/login`);
    await page.fill('#password', PASSWORD);
    await Promise.all([
      page.waitForURL(/\/admin(?:\/queues)?$/),
      page.click('button[type=submit]'),
    ]);

    await page.goto(`${api.baseUrl}/admin/queues`);
    const tabs = page.locator('[class*=statusTabs-]');
    await tabs.getByText('PAUSED').waitFor();
    await keepPicture(page, 'board');
    const row = (await tabs.boundingBox())!;
    for (const tab of await tabs.getByRole('link').all()) {
      const { x, y, width, height } = (await tab.boundingBox())!;
      const name = (await tab.textContent()) ?? '';
      expect(x + width, name).to.be.at.most(row.x + row.width);
      expect(y + height, name).to.be.at.most(row.y + row.height + 2);
    }
    expect(await overflow(page)).to.be.at.most(0);

    await page.goto(`${api.baseUrl}/admin/queues/queue/sync?status=delayed`);
    const timeline = page.locator('[class*=timeline-]');
    await timeline.getByText('Will run at').waitFor();
    await keepPicture(page, 'board-delayed');
    expect(await timeline.textContent()).to.not.include('unknown');
    expect(foreign).to.deep.equal([]);
  });
});
