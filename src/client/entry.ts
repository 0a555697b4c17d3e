import { manageAnnouncement } from './announcement.ts';

// Style rules show controls only where a script answers to them.
document.documentElement.dataset['script'] = 'on';
manageAnnouncement(document);
