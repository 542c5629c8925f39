import { listenForSheets } from '../src/ui/sheet-history.ts';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';

listenForSheets();
